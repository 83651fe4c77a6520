package assay.host;

/** An invalid or malformed line: the client's mistake, not the assignor's. */
final class WrongQuestion extends RuntimeException {
    WrongQuestion(String message) {
        super(message);
    }
}
