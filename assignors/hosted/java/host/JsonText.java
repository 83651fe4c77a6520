package assay.host;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

/** Writes JSON in plain ASCII, from left to right. */
final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder(512);
    private boolean first = true;

    JsonText open() {
        separate();
        text.append('{');
        first = true;
        return this;
    }

    JsonText close() {
        text.append('}');
        first = false;
        return this;
    }

    JsonText key(String key) {
        separate();
        quote(key);
        text.append(':');
        first = true;
        return this;
    }

    JsonText pair(String key, String value) {
        return key(key).value(value);
    }

    /** Null, text, a number, a map or a collection of these. */
    JsonText value(Object value) {
        if (value instanceof Map<?, ?> map) {
            open();
            map.forEach((key, inner) -> key(String.valueOf(key)).value(inner));
            return close();
        }
        separate();
        if (value instanceof Collection<?> values) {
            text.append('[');
            first = true;
            values.forEach(this::value);
            text.append(']');
        } else if (value == null || value instanceof Number) {
            text.append(value);
        } else {
            quote(value.toString());
        }
        first = false;
        return this;
    }

    /** The whole text as one line. */
    byte[] line() {
        return text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void separate() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void quote(String value) {
        text.append('"');
        for (int at = 0; at < value.length(); at++) {
            char sign = value.charAt(at);
            if (sign == '"' || sign == '\\') {
                text.append('\\').append(sign);
            } else if (sign >= ' ' && sign <= '~') {
                text.append(sign);
            } else {
                text.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    text.append(HEX.charAt(sign >> shift & 15));
                }
            }
        }
        text.append('"');
    }
}
