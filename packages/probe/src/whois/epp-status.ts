import type { Text } from '@octet/core/text.ts'

const row = (en: string, zh: string): Text => ({ en, zh })

/** What EPP status codes mean for the owner (RFC 5731 §2.3, RFC 3915 §3.1), by code in lower case without blanks. */
const MEANINGS: Readonly<Record<string, Text>> = {
  ok: row('Nothing is locked or pending.', '状态正常，没有锁定或待处理操作。'),
  active: row('Registered and in use.', '已注册并在使用中。'),
  inactive: row('No name servers are set, so the domain does not resolve.', '未设置域名服务器，域名无法解析。'),
  addperiod: row(
    'Grace period after registration; the registrar may delete it for a refund.',
    '注册后的宽限期，注册商可删除并获退款。',
  ),
  autorenewperiod: row('Grace period after automatic renewal.', '自动续费后的宽限期。'),
  renewperiod: row('Grace period after renewal.', '续费后的宽限期。'),
  transferperiod: row('Grace period after a transfer.', '转移后的宽限期。'),
  redemptionperiod: row('Deleted; for 30 days only the former owner can restore it.', '已删除，30 天赎回期内仅原持有人可恢复。'),
  pendingrestore: row('The owner has asked to restore it after deletion.', '删除后正在恢复。'),
  pendingdelete: row('Will be deleted for good within days and is then free.', '数日内将被彻底删除，随后可重新注册。'),
  pendingcreate: row('Its registration is being processed.', '注册正在处理中。'),
  pendingrenew: row('Its renewal is being processed.', '续费正在处理中。'),
  pendingtransfer: row('A transfer to another registrar is under way.', '正在转移到其他注册商。'),
  pendingupdate: row('A change is being processed.', '变更正在处理中。'),
  clienthold: row(
    'The registrar keeps it out of DNS, often for unpaid or unverified registration.',
    '注册商暂停解析，常因未付费或未实名认证。',
  ),
  serverhold: row('The registry keeps it out of DNS.', '注册局暂停解析。'),
  clientdeleteprohibited: row('Locked by the registrar against deletion.', '注册商锁定，禁止删除。'),
  clientrenewprohibited: row('Locked by the registrar against renewal.', '注册商锁定，禁止续费。'),
  clienttransferprohibited: row(
    'Locked by the registrar against transfer: the usual protection.',
    '注册商锁定，禁止转移，属常见保护。',
  ),
  clientupdateprohibited: row('Locked by the registrar against changes.', '注册商锁定，禁止修改。'),
  serverdeleteprohibited: row('Locked by the registry against deletion.', '注册局锁定，禁止删除。'),
  serverrenewprohibited: row('Locked by the registry against renewal.', '注册局锁定，禁止续费。'),
  servertransferprohibited: row('Locked by the registry against transfer.', '注册局锁定，禁止转移。'),
  serverupdateprohibited: row('Locked by the registry against changes.', '注册局锁定，禁止修改。'),
  locked: row('No changes are possible.', '已锁定，不可变更。'),
  registered: row('Registered.', '已注册。'),
  delegated: row('Its name servers are in DNS.', '已在 DNS 中委派。'),
  notdelegated: row('Not in DNS, so it does not resolve.', '未委派，域名无法解析。'),
  verified: row('The holder’s data have been checked.', '持有人资料已核验。'),
  unverified: row('The holder’s data have not been checked.', '持有人资料未核验。'),
  connect: row('Registered and in DNS.', '已注册并已委派。'),
  published: row('Registered and in DNS.', '已注册并已委派。'),
  hold: row('Kept out of DNS.', '已暂停解析。'),
  deleteprohibited: row('Locked against deletion.', '已锁定，禁止删除。'),
  renewprohibited: row('Locked against renewal.', '已锁定，禁止续费。'),
  transferprohibited: row('Locked against transfer.', '已锁定，禁止转移。'),
  updateprohibited: row('Locked against changes.', '已锁定，禁止修改。'),
  validated: row('Its data have been checked.', '资料已核验。'),
}

/** Status codes with their meaning; RDAP writes `client hold`, WHOIS `clientHold https://icann.org/epp#clientHold`. */
export function toStatus(written: string): { code: string; meaning: Text | null } {
  const bare = written.replace(/\(?https?:\/\/\S+$/, '').trim()
  const words = bare.split(/\s+/)
  const joined = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase()))
    .join('')
  // other words that stand together are not a code
  const code = words.length > 1 && Object.hasOwn(MEANINGS, joined.toLowerCase()) ? joined : bare
  const known = code.toLowerCase()
  return { code, meaning: Object.hasOwn(MEANINGS, known) ? MEANINGS[known]! : null }
}
