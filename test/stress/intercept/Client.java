import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** One verify by Java, to an address that is hard-coded. Prints the version. */
public class Client {
    static final String URL = "https://api.example.test/api/v1/transaction/walletB/verify";
    static final String FORM = "mobile_number=0945678901&amount=10.00";
    static final String[] KEYS = {
        "Authorization", "Bearer " + System.getenv("GATEWAY_ACCESS_TOKEN"),
        "X-API-KEY", System.getenv("GATEWAY_API_KEY"),
        "Content-Type", "application/x-www-form-urlencoded",
    };

    public static void main(String[] arguments) throws Exception {
        String body = arguments[0].equals("HttpClient") ? byHttpClient() : byUrlConnection();
        System.out.println(System.getProperty("java.version"));
        System.exit(body.contains("process_id") ? 0 : 1);
    }

    static String byHttpClient() throws Exception {
        HttpRequest.BodyPublisher form = HttpRequest.BodyPublishers.ofString(FORM);
        HttpRequest request = HttpRequest.newBuilder(URI.create(URL)).headers(KEYS).POST(form).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static String byUrlConnection() throws Exception {
        HttpURLConnection connection = (HttpURLConnection) URI.create(URL).toURL().openConnection();
        for (int at = 0; at < KEYS.length; at += 2) connection.setRequestProperty(KEYS[at], KEYS[at + 1]);
        connection.setDoOutput(true);
        connection.getOutputStream().write(FORM.getBytes());
        return new String(connection.getInputStream().readAllBytes());
    }
}
