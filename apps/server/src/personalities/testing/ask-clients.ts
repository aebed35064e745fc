/**
 * Runs the official clients as they are installed and prints what each of them got, as JSON. TLS connections to any host
 * go to 127.0.0.1 at the given port, which is what a changed DNS entry would do; nothing else about a client changes.
 * Arguments: port, key, a wrong key.
 */
import { createRequire } from 'node:module'
import tls from 'node:tls'

const [port = '', key = '', wrongKey = ''] = process.argv.slice(2)
const connect = tls.connect as (options: tls.ConnectionOptions, ...rest: unknown[]) => tls.TLSSocket
tls.connect = ((options: tls.ConnectionOptions, ...rest: unknown[]) =>
  connect(
    { ...options, servername: options.servername || options.host, host: '127.0.0.1', port: Number(port) },
    ...rest,
  )) as typeof tls.connect

const require = createRequire(import.meta.url)

type Names = { en?: string }
type GeoipAnswer = {
  country?: { isoCode: string; names: Names }
  city?: { names: Names }
  location?: { timeZone: string; accuracyRadius: number }
  traits: Record<string, unknown>
  maxmind?: { queriesRemaining: number }
}
type GeoipClient = Record<'country' | 'city' | 'insights', (address: string) => Promise<GeoipAnswer>>
const { WebServiceClient } = (await import('@maxmind/geoip2-node')) as unknown as {
  WebServiceClient: new (account: string, licence: string, options?: object) => GeoipClient
}

/** What a client threw, in the fields that its users look at. */
async function failure(work: Promise<unknown>): Promise<object> {
  return work.then(
    (value) => ({ value }),
    (error: { code?: string; status?: number; message?: string; error?: string; name?: string }) => ({
      code: error.code,
      status: error.status,
      message: error.message,
    }),
  )
}

async function askGeoip() {
  const client = new WebServiceClient('42', key)
  const city = await client.city('8.8.8.8')
  return {
    country: (await client.country('8.8.8.8')).country?.isoCode,
    city: [city.country?.isoCode, city.country?.names.en, city.location?.timeZone, typeof city.location?.accuracyRadius],
    traits: city.traits['autonomousSystemNumber'],
    network: city.traits['network'],
    remaining: typeof city.maxmind?.queriesRemaining,
    hosting: (await client.insights('8.8.8.8')).traits['isHostingProvider'],
    v6: (await client.city('2001:4860:4860::8888')).traits['autonomousSystemNumber'],
    mapped: (await client.city('::ffff:8.8.8.8')).country?.isoCode,
    reserved: await failure(client.city('10.0.0.1')),
    wrongKey: await failure(new WebServiceClient('42', wrongKey).city('8.8.8.8')),
  }
}

type IpinfoClient = {
  lookupIp(address: string): Promise<Record<string, unknown>>
  lookupASN(asn: string): Promise<Record<string, unknown>>
  getBatch(items: string[]): Promise<Record<string, Record<string, unknown>>>
  getMap(items: string[]): Promise<{ status: string; reportUrl: string }>
  lookupResproxy(address: string): Promise<object>
}
type IpinfoModule = Record<
  'IPinfoWrapper' | 'IPinfoLiteWrapper' | 'IPinfoCoreWrapper' | 'IPinfoPlusWrapper',
  new (token: string) => IpinfoClient
>

async function askIpinfo() {
  const module = require('node-ipinfo') as IpinfoModule & { default: IpinfoModule['IPinfoWrapper'] }
  const client = new module.IPinfoWrapper(key)
  const classic = await client.lookupIp('8.8.8.8')
  const lite = await new module.IPinfoLiteWrapper(key).lookupIp('8.8.8.8')
  const core = await new module.IPinfoCoreWrapper(key).lookupIp('8.8.8.8')
  const plus = await new module.IPinfoPlusWrapper(key).lookupIp('8.8.8.8')
  const asn = await client.lookupASN('AS15169')
  const batch = await client.getBatch(['1.1.1.1', '8.8.4.4/country', 'AS13335', 'x.y'])
  return {
    classic: [classic['countryCode'], classic['org'], classic['country'], typeof classic['loc']],
    lite,
    core,
    plus,
    coreBogon: await failure(new module.IPinfoCoreWrapper(key).lookupIp('192.88.99.1')),
    asn: [asn['asn'], asn['country'], (asn['prefixes'] as unknown[]).length > 10],
    batch: [batch['1.1.1.1']?.['org'], batch['8.8.4.4/country'], batch['AS13335']?.['asn'], batch['x.y']?.['status']],
    map: await client.getMap(['8.8.8.8', '1.1.1.1']),
    resproxy: await client.lookupResproxy('8.8.8.8'),
    wrongKey: await failure(new module.IPinfoWrapper(wrongKey).lookupIp('8.8.8.8')),
  }
}

async function askIp2location() {
  const { Configuration, IPGeolocation } = require('ip2location-io-nodejs') as {
    Configuration: new (key: string) => object
    IPGeolocation: new (config: object) => { lookup(address: string): Promise<Record<string, unknown>> }
  }
  const client = new IPGeolocation(new Configuration(key))
  return {
    answer: await client.lookup('8.8.8.8'),
    wrongAddress: await failure(client.lookup('1.2.3')),
    wrongKey: await failure(new IPGeolocation(new Configuration(wrongKey)).lookup('8.8.8.8')),
  }
}

async function askIpdata() {
  const { default: IPData } = require('ipdata') as {
    default: new (key: string) => {
      lookup(address: string, field?: string | null, fields?: string[]): Promise<Record<string, unknown>>
      bulkLookup(items: string[]): Promise<Record<string, unknown>[]>
    }
  }
  return {
    answer: await new IPData(key).lookup('8.8.8.8'),
    field: await new IPData(key).lookup('8.8.8.8', 'country_name'),
    fields: await new IPData(key).lookup('8.8.8.8', null, ['ip', 'country_code']),
    bulk: (await new IPData(key).bulkLookup(['8.8.8.8', '1.1.1.1'])).map(({ ip, country_code }) => [ip, country_code]),
    wrongKey: await new IPData(wrongKey).lookup('8.8.8.8'),
  }
}

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
type Registry = {
  credits: { consumed: number; remaining: number }
  throttling: { remaining: number } | null
  data: Record<string, never>
}
async function askIpregistry() {
  const { IpregistryClient, IpregistryOptions } = require('@ipregistry/client') as {
    IpregistryClient: new (key: string) => {
      lookupIp(address: string, ...options: object[]): Promise<Registry>
      lookupAsn(asn: number): Promise<Registry>
      batchLookupIps(items: string[]): Promise<Registry>
      parseUserAgents(...headers: string[]): Promise<Registry>
    }
    IpregistryOptions: { hostname(isWanted: boolean): object }
  }
  const client = new IpregistryClient(key)
  const { data, credits, throttling } = await client.lookupIp('8.8.8.8')
  return {
    data,
    consumed: [credits.consumed, typeof credits.remaining, typeof throttling?.remaining],
    asn: (await client.lookupAsn(15_169)).data['asn'],
    batch: (await client.batchLookupIps(['8.8.8.8', 'nonsense'])).data,
    named: (await client.lookupIp('8.8.8.8', IpregistryOptions.hostname(true))).data['hostname'],
    programs: (await client.parseUserAgents(SAFARI, 'curl/8.9.1')).data,
    noAddress: await failure(client.lookupIp('undefined')),
    noKey: await failure(new IpregistryClient('').lookupIp('8.8.8.8')),
    wrongKey: await failure(new IpregistryClient(wrongKey).lookupIp('8.8.8.8')),
  }
}

const answers = {
  geoip: await askGeoip(),
  ipinfo: await askIpinfo(),
  ip2location: await askIp2location(),
  ipdata: await askIpdata(),
  ipregistry: await askIpregistry(),
}
console.log(JSON.stringify(answers))
