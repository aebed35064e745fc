import type { BaseHost } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { makeBimi } from './bimi.ts'
import { makeDkim, type MadeDkim } from './dkim.ts'
import { makeDmarc } from './dmarc.ts'
import type { RecordsInput, RecordsOutput } from './input.ts'
import { joinMade, NOTHING, type Made } from './made.ts'
import { readDomain, toPanelName } from './names.ts'
import { makeNoMail } from './no-mail.ts'
import { makeSpf } from './spf.ts'
import { makeMtaSts, makeTlsRpt, type MadeSts } from './transport.ts'
import { toZoneFile } from './zone-file.ts'

type Whole = Made & MadeSts & MadeDkim & { readonly lookups?: number }

/**
 * Makes the records that are asked for, telling how far the making of a key is.
 * Throws `bad_input`, `bad_domain`, `too_large`, `unsupported_value`, `wrong_passphrase`.
 */
export async function* runMailRecords(input: RecordsInput, host: BaseHost): AsyncGenerator<RecordsOutput> {
  const wanted = { ...input, domain: readDomain(input.domain), now: host.now() }
  if (input.make !== 'dkim') return yield toOutput(make(wanted), wanted, host)
  for await (const made of makeDkim(wanted, host))
    yield typeof made === 'number'
      ? { text: '', records: [], notes: [], progress: Math.round(made * 100) / 100 }
      : toOutput(made, wanted, host)
}

type Wanted = RecordsInput & { readonly now: Date }

function make(wanted: Wanted): Whole {
  switch (wanted.make) {
    case 'spf':
      return makeSpf(wanted)
    case 'dmarc':
      return makeDmarc(wanted)
    case 'mta-sts':
      return makeMtaSts(wanted)
    case 'tls-rpt':
      return makeTlsRpt(wanted)
    case 'bimi':
      return makeBimi(wanted)
    case 'none':
      return makeNoMail(wanted)
    default:
      return makeAll(wanted)
  }
}

/** What a domain with mail has at least; keys are made apart, since services sign with keys of their own. */
function makeAll(wanted: Wanted): Whole {
  const spf = makeSpf(wanted)
  const reports = wanted.reports.trim() === '' ? NOTHING : makeTlsRpt(wanted)
  const sts: MadeSts = wanted.servers.trim() === '' ? NOTHING : makeMtaSts(wanted)
  const { policy, policyUrl } = sts
  return {
    ...joinMade([
      spf,
      makeDmarc({ ...wanted, hasWebPlaces: true }),
      reports,
      sts,
      { ...NOTHING, notes: [DKIM, ...(policy === undefined ? [NO_STS] : [])] },
    ]),
    lookups: spf.lookups,
    ...(policy !== undefined && policyUrl !== undefined && { policy, policyUrl }),
  }
}

const DKIM: Text = {
  en: 'DKIM is still missing: a mail service shows its record in its settings; for a server of your own make a key here (DKIM)',
  zh: '还缺 DKIM：邮件服务商会在后台给出其记录；自建服务器请在此处选择 DKIM 生成密钥',
}
const NO_STS: Text = {
  en: 'With the mail servers (MX) given, MTA-STS is made, too',
  zh: '填写收信服务器（MX）后，会一并生成 MTA-STS',
}

function toOutput(made: Whole, { domain, ttl }: Wanted, { lang }: BaseHost): RecordsOutput {
  const { records, parts, notes, lookups, policy, policyUrl, privateKey } = made
  const text = toZoneFile(records, ttl)
  const file = policy?.replaceAll('\r\n', '\n') ?? privateKey
  return {
    text,
    records: records.map(({ name, type, value, purpose, zone }) => ({
      host: toPanelName(name, zone ?? domain),
      type,
      value,
      purpose: purpose[lang],
      name,
      ...(zone !== undefined && { zone }),
    })),
    ...(lookups !== undefined && { lookups }),
    notes: notes.map((note) => note[lang]),
    ...(policyUrl !== undefined && { policyUrl }),
    ...(policy !== undefined && { policy }),
    ...(privateKey !== undefined && { privateKey }),
    ...(file !== undefined && { whole: `${text}\n${file}` }),
    ...(parts.length > 0 && { parts: parts.map((each) => ({ ...each, meaning: each.meaning[lang] })) }),
  }
}
