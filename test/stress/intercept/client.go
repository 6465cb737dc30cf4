// One verify by Go's net/http, to an address that is hard-coded. Prints the version.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
)

func main() {
	form := strings.NewReader("mobile_number=0945678901&amount=10.00")
	request, _ := http.NewRequest("POST", "https://api.example.test/api/v1/transaction/walletB/verify", form)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("GATEWAY_ACCESS_TOKEN"))
	request.Header.Set("X-API-KEY", os.Getenv("GATEWAY_API_KEY"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	body, _ := io.ReadAll(answer.Body)
	fmt.Println(strings.TrimPrefix(runtime.Version(), "go"))
	if !strings.Contains(string(body), "process_id") {
		os.Exit(1)
	}
}
