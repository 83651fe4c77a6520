package assay.host;

/** A group that this client or coordinator could never be asked about; the message says why, the cause who says so. */
final class CannotBeAsked extends RuntimeException {
    CannotBeAsked(String message) {
        super(message);
    }

    CannotBeAsked(String message, Throwable cause) {
        super(message, cause);
    }
}
