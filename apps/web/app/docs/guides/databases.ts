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
      notes: [
        {
          en: 'A download that broke off goes on with Range. Name the build (`build`, from `X-Data-Build`) or send the ETag as If-Range, since curl and wget do neither by themselves: otherwise a new build in between would be joined to the old beginning. A range beyond the end answers 416, also for a file that is whole. All parts are one entry of the download history.',
          zh: '中断的下载可用 Range 续传。请以 `build` 指定构建（取自 `X-Data-Build`），或以 If-Range 附上 ETag；curl 和 wget 不会自动附带，若期间发布了新构建，新内容会接在旧文件之后。超出文件末尾的范围返回 416，文件已完整时也是如此。同一文件的各段在下载记录中只计一次。',
        },
      ],
      samples: [
        { program: 'curl', label: { en: 'The list', zh: '列表' }, code: 'curl -fsS $ORIGIN/v1/databases' },
        {
          program: 'curl',
          label: { en: 'Fetch and check', zh: '下载并校验' },
          code: `curl -fSOJ --retry 60 -H "X-API-Key: $KEY" $ORIGIN/v1/databases/lite/mmdb
curl -fsS $ORIGIN/v1/databases/lite/mmdb/sha256 | sha256sum -c`,
        },
        {
          program: 'curl',
          label: { en: 'Begin or go on', zh: '开始或续传' },
          code: `build=$(curl -fsSI --retry 60 -H "X-API-Key: $KEY" $ORIGIN/v1/databases/lite/mmdb | tr -d '\\r' | sed -n 's/^x-data-build: //p')
curl -fsS -C - -H "X-API-Key: $KEY" -o "lite-$build.mmdb" -w '%{http_code}\\n' "$ORIGIN/v1/databases/lite/mmdb?build=$build"`,
        },
      ],
    },
    {
      id: 'read',
      title: { en: 'Reading a file', zh: '读取文件' },
      words: {
        en: 'Most libraries for MMDB read these files as they are. Those that have a model for each kind of database look at its type name first:',
        zh: '多数 MMDB 库可直接读取这些文件。为每种数据库提供模型的库会先检查类型名：',
      },
      table: {
        head: [
          { en: 'Library', zh: '库' },
          { en: 'Reads', zh: '可读取' },
        ],
        rows: [
          [
            'libmaxminddb',
            {
              en: 'Every file; so do the programs built on it: mmdblookup, nginx, Python `maxminddb`, PHP',
              zh: '全部文件；基于它的 mmdblookup、nginx、Python `maxminddb`、PHP 同样如此',
            },
          ],
          [
            { en: 'npm `maxmind`', zh: 'npm `maxmind`' },
            { en: 'Every file', zh: '全部文件' },
          ],
          ['maxminddb-golang', { en: 'Every file', zh: '全部文件' }],
          [
            { en: 'GeoIP2 for Python', zh: 'Python 的 GeoIP2' },
            {
              en: 'Octet-City and Octet-Country; ASN and privacy need compatible type names',
              zh: 'Octet-City 与 Octet-Country；ASN 与隐私数据库需要兼容类型名',
            },
          ],
          [
            { en: 'GeoIP2 for Node', zh: 'Node 的 GeoIP2' },
            {
              en: 'Octet-City, Octet-Country and ASN; privacy needs compatible type names',
              zh: 'Octet-City、Octet-Country 与 ASN；隐私数据库需要兼容类型名',
            },
          ],
          [
            { en: 'geoip2-golang', zh: 'geoip2-golang' },
            {
              en: 'Nothing: it accepts a fixed list of names; use maxminddb-golang',
              zh: '不可用：只接受固定的名称；请改用 maxminddb-golang',
            },
          ],
          [
            { en: 'GeoIP2 for Perl', zh: 'Perl 的 GeoIP2' },
            {
              en: 'Nothing: it accepts a fixed list of names; use MaxMind::DB::Reader',
              zh: '不可用：只接受固定的名称；请改用 MaxMind::DB::Reader',
            },
          ],
        ],
      },
      notes: [
        {
          en: 'Compatible type names contain MaxMind’s, such as Octet-GeoLite2-City. The operator turns them on with `databases.compatibleNames`.',
          zh: '兼容类型名含有 MaxMind 的名称，如 Octet-GeoLite2-City，由管理员以 `databases.compatibleNames` 开启。',
        },
      ],
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
