package assay.host;

/** A line that is no question, or a malformed one: the asker's mistake, not the assignor's. */
final class WrongQuestion extends RuntimeException {
    WrongQuestion(String message) {
        super(message);
    }
}
