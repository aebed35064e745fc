import type { Logger } from 'pino'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { createProbe } from '@octet/probe/create-probe.ts'
import { parseServer } from '@octet/probe/dns/client.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { createResolver } from '@octet/probe/guard/resolver.ts'
import { findOwnAddresses } from '@octet/probe/guard/own-addresses.ts'
import { loadTools, TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { readLastUpdate } from '@octet/data/update-report.ts'
import type { Config } from './config.ts'
import { Accounts } from './domain/account/accounts.ts'
import { Passkeys } from './domain/account/passkeys.ts'
import { Sessions } from './domain/account/sessions.ts'
import { Audit } from './domain/audit/audit.ts'
import { Availability } from './domain/availability/availability.ts'
import { Contact } from './domain/contact/contact.ts'
import { DnsLeak } from './domain/dns-leak/dns-leak.ts'
import { BackOffice } from './domain/operator/back-office.ts'
import { ProofOfWork } from './domain/proof/proof-of-work.ts'
import { ToolSwitches } from './domain/switches/tool-switches.ts'
import { DownloadLog } from './domain/downloads/download-log.ts'
import { Downloads } from './domain/downloads/downloads.ts'
import { Builds } from './domain/builds.ts'
import { IpService, type DataState } from './domain/ip-service.ts'
import { Corrections } from './domain/corrections/corrections.ts'
import { Jobs } from './domain/jobs/jobs.ts'
import { KeptInputs } from './domain/kept-inputs.ts'
import { Maps } from './domain/maps.ts'
import { Allowance } from './http/allowance.ts'
import { startStun } from './domain/stun/start-stun.ts'
import { createLeakLimit } from './http/leak-limit.ts'
import { Billing } from './domain/billing/billing.ts'
import { createProviders } from './domain/billing/providers/create-providers.ts'
import { hasOutbox } from './domain/mail/has-outbox.ts'
import { MailCheck } from './domain/mail/mail-check.ts'
import { MailServer } from './domain/mail/mail-server.ts'
import { KeyTable } from './domain/key/key-table.ts'
import { Keys } from './domain/key/keys.ts'
import { createAddressList } from './domain/address-list.ts'
import { PathMtuReader } from './domain/path-mtu/path-mtu.ts'
import { Plans } from './domain/plan/plans.ts'
import { Meter, toMeterFolder } from './domain/usage/meter.ts'
import { Brakes, type BrakeTables } from './http/brakes.ts'
import { ProbeGate } from './http/proof/probe-gate.ts'
import { Drain } from './http/drain.ts'
import { readSite, type SiteMemory } from './http/site-memory.ts'
import { Metrics } from './metrics/metrics.ts'
import { loadEndpoints } from './http/serve-endpoint.ts'
import { isAnswering } from './jobs/mail-transport.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { refuseUnknownTools } from './refuse-unknown-tools.ts'
import { createPoints } from './points/create-points.ts'
import type { Services } from './services.ts'
import { Database } from './storage/database.ts'
import { ToolRunner } from './tools/runner.ts'

export type ServiceParts = {
  readonly config: Config
  readonly log: Logger
  /** The database of this moment. */
  readonly database: () => Ipdb | undefined
  /** The files of the site, shared with the other threads; read anew unless given. */
  readonly site?: SiteMemory | undefined
  /** Allowance table shared with the other threads. */
  readonly allowanceTable?: SharedArrayBuffer
  /** Tables of the brakes, shared with the other threads. */
  readonly brakeTables?: BrakeTables
  /** Where the account database is; accounts answer 503 without one. */
  readonly storageUrl?: string | undefined
  /** Whether this thread does the work that one is enough for. */
  readonly isFirst?: boolean
}

/** Builds everything once, from top to bottom; disposing closes it in reverse. */
export async function createServices({
  config,
  log,
  database,
  site,
  allowanceTable,
  brakeTables,
  storageUrl,
  isFirst = false,
}: ServiceParts): Promise<Services & AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const toolFolders = [TOOLS_FOLDER, ...config.toolFolders]
  const [tools, endpoints] = await Promise.all([loadTools(toolFolders), loadEndpoints()])
  const { nameServers, disabledTools } = config.operator
  refuseUnknownTools(disabledTools, tools)
  const guard = createGuard({
    allowTargets: config.operator.allowTargets,
    refuseTargets: config.operator.refuseTargets,
    ownAddresses: findOwnAddresses,
    resolver: createResolver(nameServers),
  })
  const ip = new IpService({
    current: database,
    state: () => toDataState(database()),
    resolve: (name, signal) => guard.resolve(name, { signal, timeoutMs: 4_000 }),
  })
  const probe = stack.use(
    createProbe({
      guard,
      userAgent: `Octet (+${config.publicOrigin})`,
      ...(nameServers.length > 0 && { resolvers: nameServers.map((text) => parseServer(text, { isTrusted: true })) }),
    }),
  )
  const probeState = await probe.ping.describeStep()
  const traces = stack.use(config.traces && new (await import('./traces/traces.ts')).Traces(config.traces, log))
  const storage = stack.use(new Database(storageUrl, { log, ...(traces && { onQuery: (query) => traces.noteQuery(query) }) }))
  const sessions = new Sessions(storage)
  const accounts = new Accounts({
    database: storage,
    sessions,
    publicOrigin: config.publicOrigin,
    brand: config.operator.brand.name,
    onFault: (error) => log.warn({ err: error }, 'a mail could not be ordered'),
  })
  const switches = stack.use(new ToolSwitches(storage, { disabledTools, log }))
  const passkeys = new Passkeys({
    database: storage,
    sessions,
    publicOrigin: config.publicOrigin,
    brand: config.operator.brand.name,
  })
  const plans = new Plans(config.operator.plans)
  const { billing: billingConfig, brand } = config.operator
  const billing = new Billing({
    database: storage,
    context: { plans, config: billingConfig, brand: brand.name, publicOrigin: config.publicOrigin, now: () => new Date() },
    providers: await createProviders({ database: storage, config: billingConfig, publicOrigin: config.publicOrigin, log }),
    log,
  })
  const keyTable = stack.use(new KeyTable(storage, { log }))
  const meter = stack.use(new Meter({ database: storage, plans, log, folder: toMeterFolder(config.varFolder), isFirst }))
  const points = stack.use(
    await createPoints({
      config,
      log,
      storage,
      ip,
      guard,
      probe,
      step: probeState.step,
      ownAddresses: findOwnAddresses(),
      isFirst,
    }),
  )
  const allowance = new Allowance({ ...config.operator.limits, ...(allowanceTable && { table: allowanceTable }) })
  const brakes = new Brakes(brakeTables)
  if (config.redisUrl) {
    const { shareAllowances } = await import('./http/share-allowance.ts')
    const limits = new Map([['calls', allowance], ...brakes.shared])
    const secret = { get: () => brakes.secret, use: (shared: string) => brakes.useSecret(shared) }
    stack.use(shareAllowances(limits, { redisUrl: config.redisUrl, log, machine: brakes.secret, secret }))
  }
  const dnsLeak = stack.use(
    new DnsLeak({
      config: config.operator.dnsLeak,
      bus: points.bus,
      log,
      secret: () => brakes.secret,
      take: createLeakLimit(),
    }),
  )
  await dnsLeak.start({ isListener: isFirst })
  if (isFirst && config.operator.stun) {
    const take = createLeakLimit()
    stack.use(await startStun({ config: config.operator.stun, log, take: (address) => take(address) === 'answer' }))
  }
  const availability = new Availability({ database: storage, ip, hub: points.hub })
  const mailServer = new MailServer()
  const { smtpUrl } = config
  const mailCheck = new MailCheck({
    ask: smtpUrl === undefined ? undefined : () => isAnswering(smtpUrl),
    hasOutbox: hasOutbox(config),
  })
  if (isFirst)
    stack.use(
      startJobs({
        config,
        log,
        database: storageUrl === undefined ? undefined : storage,
        plans,
        billing,
        ip,
        guard,
        whois: probe.whois,
        points,
        mailServer,
        availability,
        takeCredits: (accountId, credits) => allowance.take(accountId, credits).isAllowed,
      }),
    )
  const services: Services = {
    config,
    log,
    traces,
    site: site ?? (await readSite(config.webFolder)),
    tools,
    endpoints,
    ip,
    builds: stack.use(new Builds(config.varFolder, ip)),
    jobs: new Jobs(storage, { varFolder: config.varFolder, guard }),
    corrections: new Corrections(storage),
    downloads: new Downloads({
      varFolder: config.varFolder,
      database: storage,
      plans,
      liteWithoutAccount: config.operator.databases.liteWithoutAccount,
    }),
    downloadLog: new DownloadLog(storage),
    maps: new Maps(storage),
    keptInputs: new KeptInputs(storage),
    storage,
    sessions,
    accounts,
    mailCheck,
    passkeys,
    audit: new Audit(storage),
    contact: new Contact({
      database: storage,
      publicOrigin: config.publicOrigin,
      brand: config.operator.brand.name,
      operatorMails: config.operator.contacts.email.map(({ value }) => value),
    }),
    proof: new ProofOfWork(storage),
    backOffice: new BackOffice({ database: storage, sessions, plans }),
    switches,
    plans,
    billing,
    keys: new Keys(storage, plans),
    keyTable,
    meter,
    brakes,
    probeGate: new ProbeGate(brakes),
    allowance,
    capabilities: ({ address, lang }) => ({
      probe,
      ip: {
        lookup: (text) => ip.lookup(text, lang),
        resolve: (name) => ip.resolve(name),
        ranges: (wanted) => ip.ranges(wanted),
        self: address,
      },
    }),
    probeState,
    points,
    dnsLeak,
    pathMtu: new PathMtuReader({ isProxy: createAddressList(config.operator.trustedProxies) }),
    runner: stack.use(new ToolRunner({ folders: toolFolders })),
    availability,
    metrics: new Metrics({ isFirst }),
    drain: new Drain(),
  }
  services.metrics.watch({
    ...services,
    ...(isFirst && {
      lastUpdate: () => readLastUpdate(config.varFolder),
      parts: () => availability.states,
      mailServer,
    }),
  })
  const owned = stack.move()
  return { ...services, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function toDataState(database: Ipdb | undefined): DataState {
  if (!database) return { state: 'missing', build: null, date: null, rows: null }
  return { state: 'ready', build: database.build, date: database.date.slice(0, 10), rows: database.rows }
}
