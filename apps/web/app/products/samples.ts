export type ApiId = 'geolocation' | 'privacy' | 'asn'

/** Path of an answer, and the field that the examples print. */
const CALLS: Readonly<Record<ApiId, { readonly path: string; readonly field: string }>> = {
  geolocation: { path: '/v1/ip/8.8.8.8', field: 'country_code' },
  privacy: { path: '/v1/privacy/8.8.8.8', field: 'is_proxy' },
  asn: { path: '/v1/asn/AS13335', field: 'name' },
}

/** Programs that make one call with a key and print one field. `$ORIGIN` stands for this site. */
export function toSamples(id: ApiId): readonly { readonly name: string; readonly code: string }[] {
  const { path, field } = CALLS[id]
  return [
    { name: 'curl', code: `curl -H 'Authorization: Bearer oct_live_…' \\\n  '$ORIGIN${path}'` },
    {
      name: 'Node',
      code: `const answer = await fetch('$ORIGIN${path}', {
  headers: { authorization: 'Bearer oct_live_…' },
})
const { code, msg, data } = await answer.json()
if (code !== 200) throw new Error(msg)
console.log(data.${field})`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request

request = urllib.request.Request(
    "$ORIGIN${path}",
    headers={"Authorization": "Bearer oct_live_…"},
)
with urllib.request.urlopen(request, timeout=10) as answer:
    print(json.load(answer)["data"]["${field}"])`,
    },
    {
      name: 'Go',
      code: `request, _ := http.NewRequest("GET", "$ORIGIN${path}", nil)
request.Header.Set("Authorization", "Bearer oct_live_…")
answer, err := http.DefaultClient.Do(request)
if err != nil {
	log.Fatal(err)
}
defer answer.Body.Close()
var found struct {
	Code int
	Msg  string
	Data map[string]any
}
if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
	log.Fatal(err)
}
fmt.Println(found.Data["${field}"])`,
    },
  ]
}
