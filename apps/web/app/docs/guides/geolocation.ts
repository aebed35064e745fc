import type { Guide } from '../guide.ts'

export const geolocation: Guide = {
  id: 'geolocation',
  title: { en: 'IP Geolocation API', zh: 'IP 定位 API' },
  description: {
    en: 'Country, region, city, network, time zone and currency of an address, in curl, Node, Python and Go.',
    zh: '查询地址的国家、地区、城市、网络、时区与货币，附 curl、Node、Python、Go 示例。',
  },
  parts: [
    {
      id: 'one',
      title: { en: 'One address', zh: '查询单个地址' },
      words: {
        en: '`GET /v1/ip/{address}`. A host name works, too; `me` is the caller. Without a key the rate limit of your address applies, with one the quota of your plan.',
        zh: '`GET /v1/ip/{地址}`，也可用域名，`me` 表示调用者自己。不带密钥时按您的地址限流，带密钥时计入套餐额度。',
      },
      samples: [
        { program: 'curl', label: { en: 'curl', zh: 'curl' }, code: 'curl -fsS $ORIGIN/v1/ip/8.8.8.8' },
        {
          program: 'curl',
          label: { en: 'With a key', zh: '使用密钥' },
          code: 'curl -fsS -H "Authorization: Bearer $KEY" $ORIGIN/v1/ip/8.8.8.8',
        },
        {
          program: 'node',
          label: { en: 'Node', zh: 'Node' },
          code: `const answer = await fetch('$ORIGIN/v1/ip/8.8.8.8')
const { code, msg, data } = await answer.json()
if (code !== 200) throw new Error(msg)
console.log(data.country_code, data.city_name, data.ASN.asn)`,
        },
        {
          program: 'python',
          label: { en: 'Python', zh: 'Python' },
          code: `import json, urllib.request

with urllib.request.urlopen("$ORIGIN/v1/ip/8.8.8.8") as answer:
    data = json.load(answer)["data"]
print(data["country_code"], data["city_name"], data["ASN"]["asn"])`,
        },
        {
          program: 'go',
          label: { en: 'Go', zh: 'Go' },
          code: `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

func main() {
	answer, err := http.Get("$ORIGIN/v1/ip/8.8.8.8")
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var body struct {
		Code int
		Msg  string
		Data struct {
			CountryCode string \`json:"country_code"\`
			CityName    string \`json:"city_name"\`
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
		log.Fatal(err)
	}
	fmt.Println(body.Data.CountryCode, body.Data.CityName)
}`,
        },
      ],
    },
    {
      id: 'some',
      title: { en: 'Only some fields, other formats', zh: '选取字段与其他格式' },
      words: {
        en: '`fields` and `exclude` take names separated by commas, with dots for parts. `format` is json, xml, csv, yaml, text or toon (short, for language models); `raw=1` leaves the envelope out; a single field can be fetched as text.',
        zh: '`fields` 与 `exclude` 用逗号分隔字段名，子字段用点号。`format` 可为 json、xml、csv、yaml、text 或 toon（简短，适合交给大语言模型）；`raw=1` 去掉外层封装；也可只取单个字段的文本。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'Three fields', zh: '三个字段' },
          code: "curl -fsS '$ORIGIN/v1/ip/8.8.8.8?fields=country_code,time_zone.name,ASN.asn&raw=1'",
        },
        { program: 'curl', label: { en: 'YAML', zh: 'YAML' }, code: "curl -fsS '$ORIGIN/v1/ip/8.8.8.8?format=yaml'" },
        { program: 'curl', label: { en: 'One word', zh: '单个值' }, code: 'curl -fsS $ORIGIN/v1/ip/8.8.8.8/country_code' },
      ],
    },
    {
      id: 'more',
      title: { en: 'Beyond the address data', zh: '附加即时查询' },
      words: {
        en: '`include` adds what is looked up at the moment of the call: `hostname` (reverse DNS, and whether it leads back), `abuse` (where to report abuse of the network), `whois`, `user_agent` (the calling program) and `names` (names in both languages). What cannot be found is null, and `problems` says why. Such calls may take seconds and use more of the rate limit; each still counts as one request of the month.',
        zh: '`include` 可附加即时查询的内容：`hostname`（反向解析及正反向是否一致）、`abuse`（该网络的滥用投诉联系方式）、`whois`、`user_agent`（调用方程序）和 `names`（中英文名称）。查不到的为 null，原因见 `problems`。对外查询可能需要数秒，占用的限流额度多于普通查询；每次调用只计一次当月请求。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'Both languages', zh: '中英文名称' },
          code: "curl -fsS '$ORIGIN/v1/ip/8.8.8.8?include=names&fields=names'",
        },
      ],
    },
    {
      id: 'at',
      title: { en: 'As of a day', zh: '按日期回查' },
      words: {
        en: '`at` answers from the newest build kept from that day or earlier. If there is none, the error names the oldest day available.',
        zh: '`at` 使用该日或之前最新的已保留构建作答；若没有，则返回可用的最早日期。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'curl', zh: 'curl' },
          code: 'curl -fsS "$ORIGIN/v1/ip/8.8.8.8?at=$(date -u +%F)&fields=country_code,build"',
        },
      ],
    },
  ],
}
