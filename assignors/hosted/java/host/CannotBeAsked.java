package assay.host;

/**
 * A group that this client or coordinator could never pass to an assignor; the message is the reason, the cause its
 * source.
 */
final class CannotBeAsked extends RuntimeException {
    CannotBeAsked(String message) {
        super(message);
    }

    CannotBeAsked(String message, Throwable cause) {
        super(message, cause);
    }
}
