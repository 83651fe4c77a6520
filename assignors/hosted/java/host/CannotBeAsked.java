package assay.host;

/** A group that this client or coordinator could never be asked about; the message says why. */
final class CannotBeAsked extends RuntimeException {
    CannotBeAsked(String message) {
        super(message);
    }
}
