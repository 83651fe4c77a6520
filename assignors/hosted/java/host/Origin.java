package assay.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.security.CodeSource;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** The origin of a class: the artefact and its version, from the jar's own data, its name, or its content. */
record Origin(String implementation, String version) {
    private static final Pattern NAMED = Pattern.compile("(.+?)-(\\d.*)\\.jar");
    private static final String KAFKA = "kafka/kafka-version.properties"; // in kafka-clients since 0.8.2
    private static final Pattern MAVEN = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

    static Origin of(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            return new Origin("java", "unknown");
        }
        File place = new File(URI.create(source.getLocation().toString()));
        Matcher named = NAMED.matcher(place.getName());
        boolean matches = named.matches();
        String said = said(place);
        String implementation = matches ? named.group(1) : place.getName().replaceFirst("\\.jar$", "");
        return new Origin(implementation, said != null ? said : matches ? named.group(2) : content(place));
    }

    private static String said(File place) {
        if (!place.isFile()) {
            return null; // a folder of classes
        }
        try (JarFile jar = new JarFile(place)) {
            ZipEntry kafka = jar.getEntry(KAFKA);
            var own = jar.stream().filter(one -> MAVEN.matcher(one.getName()).matches()).toList();
            if (kafka == null && own.size() != 1) { // a jar with others inside has several
                return null;
            }
            Properties properties = new Properties();
            try (InputStream read = jar.getInputStream(kafka != null ? kafka : own.get(0))) {
                properties.load(read);
            }
            return properties.getProperty("version");
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static String content(File place) {
        try {
            CRC32 sum = new CRC32();
            sum.update(Files.readAllBytes(place.toPath()));
            return String.format("jar %08x", sum.getValue());
        } catch (IOException unreadable) {
            return "unknown"; // a folder of classes
        }
    }
}
