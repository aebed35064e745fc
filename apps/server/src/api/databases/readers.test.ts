import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Reader } from '@maxmind/geoip2-node'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { buildDatabase } from '@octet/data/build.ts'
import { makeProducts } from '@octet/data/products/make-products.ts'
import { ProductStore } from '@octet/data/products/product-store.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer } from '@octet/data/testing/small-sources.ts'
import { FLAGS } from '@octet/ipdb/meta.ts'

const NGINX = '/usr/sbin/nginx'
const MODULE = '/usr/lib/nginx/modules/ngx_http_geoip2_module.so'
let folder: Awaited<ReturnType<typeof makeFolder>>
const paths: Record<string, string> = {}

before(async () => {
  folder = await makeFolder()
  const ranges = <Value>(value: Value) => ({
    4: [{ first: 0x0102_0000n, last: 0x0102_ffffn, value }],
    6: [{ first: 0x2a00n << 112n, last: (0x2a01n << 112n) - 1n, value }],
  })
  const sources = [
    ...makeBasis(),
    makeLayer(
      'location',
      'places',
      ranges({ country: 'DD', region: 'Upper', city: 'North', latitude: 10.5, longitude: 3, radiusKm: 20 }),
    ),
    makeLayer('asn', 'networks', ranges({ asn: 64_496, name: 'Example' })),
    makeLayer('flags', 'vpns', ranges({ flags: FLAGS.vpn })),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  const store = new ProductStore(folder.path)
  for (const product of ['geolocation', 'asn', 'privacy', 'lite'] as const) await store.want({ product, format: 'mmdb' })
  // Readers that choose their model by the whole name ask for the compatible ones.
  await makeProducts({ varFolder: folder.path, brand: 'Octet', hasCompatibleNames: true, keepBuilds: 2 })
  for (const product of ['geolocation', 'asn', 'privacy', 'lite'] as const)
    paths[product] = (await store.find({ product, format: 'mmdb' }))!.path
})
after(() => folder[Symbol.asyncDispose]())

test('the client of GeoIP2 reads city, country, network and anonymity by its own models', async () => {
  const city = (await Reader.open(paths['geolocation']!)).city('1.2.3.4')
  assert.deepEqual(
    [
      city.city?.names.en,
      city.country?.isoCode,
      city.location?.latitude,
      city.location?.accuracyRadius,
      city.subdivisions?.[0]?.names.en,
    ],
    ['North', 'DD', 10.5, 20, 'Upper'],
  )
  assert.equal((await Reader.open(paths['lite']!)).country('2a00::1').country?.isoCode, 'DD')
  const network = (await Reader.open(paths['asn']!)).asn('1.2.3.4')
  assert.deepEqual(
    [network.autonomousSystemNumber, network.autonomousSystemOrganization, network.network],
    [64_496, 'Example', '1.2.0.0/16'],
  )
  const privacy = (await Reader.open(paths['privacy']!)).anonymousIP('::ffff:1.2.3.4')
  assert.deepEqual([privacy.isAnonymous, privacy.isAnonymousVpn, privacy.isTorExitNode], [true, true, false])
})

const hasNginx = await Promise.all(
  [NGINX, MODULE].map((path) =>
    access(path).then(
      () => true,
      () => false,
    ),
  ),
)
test(
  'nginx with its geoip2 module says the same',
  { skip: !hasNginx.every(Boolean) && 'nginx with the geoip2 module is not here' },
  async () => {
    const port = await findFreePort()
    const home = join(folder.path, 'nginx')
    await mkdir(home, { recursive: true })
    const config = join(home, 'nginx.conf')
    await writeFile(
      config,
      `load_module ${MODULE};
daemon off; pid ${home}/pid; error_log ${home}/error.log;
events {}
http {
  access_log off; client_body_temp_path ${home}/a; proxy_temp_path ${home}/b; fastcgi_temp_path ${home}/c; uwsgi_temp_path ${home}/d; scgi_temp_path ${home}/e;
  geoip2 ${paths['geolocation']} {
    $country source=$arg_ip country iso_code;
    $city source=$arg_ip city names en;
    $latitude source=$arg_ip location latitude;
  }
  geoip2 ${paths['asn']} { $asn source=$arg_ip autonomous_system_number; }
  server { listen 127.0.0.1:${port}; location / { return 200 "$country|$city|$latitude|$asn"; } }
}
`,
    )
    await promisify(execFile)(NGINX, ['-t', '-e', `${home}/error.log`, '-c', config])
    const nginx = spawn(NGINX, ['-e', `${home}/error.log`, '-c', config], { stdio: 'ignore' })
    try {
      const ask = async (ip: string) => (await fetch(`http://127.0.0.1:${port}/?ip=${ip}`)).text()
      await until(() => ask('1.2.3.4').then(Boolean, () => false), 'nginx answers')
      assert.equal(await ask('1.2.3.4'), 'DD|North|10.50000|64496')
      assert.equal(await ask('2a00::5'), 'DD|North|10.50000|64496')
      assert.equal(await ask('9.9.9.9'), '|||')
    } finally {
      nginx.kill()
      await once(nginx, 'exit')
    }
  },
)
