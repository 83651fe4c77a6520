package assay.host;

/** The named class cannot be opened as an assignor; the message is the one line that the user reads. */
final class NotAnAssignor extends Exception {
    NotAnAssignor(String message) {
        super(message);
    }
}
