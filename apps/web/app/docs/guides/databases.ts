import type { Guide } from '../guide.ts'

export const databases: Guide = {
  id: 'databases',
  title: { en: 'Databases', zh: '数据库文件' },
  description: {
    en: 'Download the data as MMDB, CSV, NDJSON, JSON or Parquet, and keep it fresh with the updater you already have.',
    zh: '以 MMDB、CSV、NDJSON、JSON 或 Parquet 下载数据，并用已有的更新程序保持最新。',
  },
  parts: [
    {
      id: 'download',
      title: { en: 'Available files and download', zh: '可用文件与下载' },
      words: {
        en: '`GET /v1/databases` lists products, formats, sizes and dates. A key, if sent, needs the scope `download`. Files support ETag, Last-Modified and Range and come with their SHA-256; the first request for a file that has not been built yet returns 503 with Retry-After, which `--retry` waits for.',
        zh: '`GET /v1/databases` 列出产品、格式、大小与日期。附带的密钥须具有 `download` 权限。文件支持 ETag、Last-Modified、Range，并附 SHA-256；首次请求尚未生成的文件会返回 503 与 Retry-After，`--retry` 会自动等待。',
      },
      samples: [
        { program: 'curl', label: { en: 'The list', zh: '列表' }, code: 'curl -fsS $ORIGIN/v1/databases' },
        {
          program: 'curl',
          label: { en: 'Fetch and check', zh: '下载并校验' },
          code: `curl -fSOJ --retry 60 -H "X-API-Key: $KEY" $ORIGIN/v1/databases/lite/mmdb
curl -fsS $ORIGIN/v1/databases/lite/mmdb/sha256 | sha256sum -c`,
        },
      ],
    },
    {
      id: 'read',
      title: { en: 'Reading a file', zh: '读取文件' },
      words: {
        en: 'MMDB is read by libmaxminddb and what is built on it (mmdblookup, nginx, Python, PHP), by npm `maxmind` and by maxminddb-golang. Libraries with a model for each type check the type name first: GeoIP2 for Python and Node reads Octet-City and Octet-Country; for ASN (Python) and privacy (both) it requires names that contain MaxMind’s, which the operator turns on with `databases.compatibleNames`. geoip2-golang and GeoIP2 for Perl know a fixed list of names and refuse all others: use maxminddb-golang and MaxMind::DB::Reader.',
        zh: 'MMDB 可由 libmaxminddb 及基于它的程序（mmdblookup、nginx、Python、PHP）、npm `maxmind` 与 maxminddb-golang 读取。按类型提供模型的库会先检查类型名：Python 与 Node 的 GeoIP2 可读取 Octet-City 与 Octet-Country；ASN（Python）与隐私（两者）须使用含 MaxMind 名称的类型名，由管理员以 `databases.compatibleNames` 开启。geoip2-golang 与 Perl 的 GeoIP2 只认一份固定名单，不接受其他名称，请改用 maxminddb-golang 与 MaxMind::DB::Reader。',
      },
      samples: [
        {
          program: 'mmdblookup',
          label: { en: 'Shell', zh: '命令行' },
          code: `curl -fsS --retry 60 -H "X-API-Key: $KEY" -o lite.mmdb $ORIGIN/v1/databases/lite/mmdb
mmdblookup --file lite.mmdb --ip 8.8.8.8 country iso_code`,
        },
        {
          program: 'python',
          library: 'maxminddb',
          label: { en: 'Python', zh: 'Python' },
          code: `import maxminddb

with maxminddb.open_database("lite.mmdb") as database:
    print(database.get("8.8.8.8")["country"]["iso_code"])`,
        },
        {
          program: 'go',
          library: 'github.com/oschwald/maxminddb-golang',
          label: { en: 'Go', zh: 'Go' },
          code: `package main

import (
	"fmt"
	"log"
	"net"

	"github.com/oschwald/maxminddb-golang"
)

func main() {
	database, err := maxminddb.Open("lite.mmdb")
	if err != nil {
		log.Fatal(err)
	}
	defer database.Close()
	var record struct {
		Country struct {
			Code string \`maxminddb:"iso_code"\`
		} \`maxminddb:"country"\`
	}
	if err := database.Lookup(net.ParseIP("8.8.8.8"), &record); err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Country.Code)
}`,
        },
      ],
    },
    {
      id: 'geoipupdate',
      title: { en: 'GeoIP Update', zh: 'GeoIP Update' },
      words: {
        en: 'All three generations of the protocol are supported. Any account number above 0 will do; the licence key is your key with the scope `download`. From version 7.1 on, Host may be an http address; version 7.0 and earlier take the bare host name and use https only.',
        zh: '支持该协议的三代版本。账户号填任意大于 0 的数字，许可证密钥填具有 `download` 权限的密钥。7.1 起 Host 可为 http；7.0 及更早版本只写主机名且仅使用 https。',
      },
      samples: [
        {
          program: 'geoipupdate',
          label: { en: 'GeoIP.conf', zh: 'GeoIP.conf' },
          code: `AccountID 1
LicenseKey $KEY
EditionIDs Octet-Country Octet-City Octet-ASN
Host $ORIGIN`,
        },
        {
          program: 'curl',
          label: { en: 'Permalink', zh: '固定链接' },
          code: 'curl -fSOJ --retry 60 -u "1:$KEY" "$ORIGIN/geoip/databases/Octet-Country/download?suffix=tar.gz"',
        },
      ],
    },
  ],
}
