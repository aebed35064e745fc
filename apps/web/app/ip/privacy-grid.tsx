import { EMPTY_REASONS } from '@octet/core/ip/empty-reasons.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { Icon } from '../ui/icon.tsx'
import { SourceMark } from './fact-panel.tsx'
import { findEmptyReason } from './provenance.ts'

const FLAGS = [
  ['is_vpn', ipText.isVpn],
  ['is_tor', ipText.isTor],
  ['is_proxy', ipText.isProxy],
  ['is_relay', ipText.isRelay],
  ['is_data_center', ipText.isDataCenter],
  ['is_hosting', ipText.isHosting],
] as const

/** What is known about hiding: yes, no or unknown, each as sign and word, with its source or why it is unknown. */
export function PrivacyGrid({ record }: { record: IpRecord }) {
  const t = useText()
  return (
    <section className="ip-panel ip-privacy">
      <h2>
        {t(ipText.privacy)} {record.is_proxy && <span className="flag-word yes">{t(ipText.hides)}</span>}
      </h2>
      <ul>
        {FLAGS.map(([name, label]) => {
          const value = record.proxy_data[name]
          const reason = findEmptyReason(record, `proxy_data.${name}`)
          const { icon, words, kind } = toState(value)
          return (
            <li key={name}>
              <span>{t(label)}</span>
              <span className={`flag-word ${kind}`}>
                <Icon name={icon} size={16} />
                {t(words)}
                <SourceMark record={record} field={`proxy_data.${name}`} />
              </span>
              {value === null && reason && <small>{t(EMPTY_REASONS[reason])}</small>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function toState(value: boolean | null) {
  if (value === null) return { icon: 'HelpCircle', words: ipText.unknown, kind: 'unknown' } as const
  return value
    ? ({ icon: 'AlertTriangle', words: ipText.yes, kind: 'yes' } as const)
    : ({ icon: 'CircleCheck', words: ipText.no, kind: 'no' } as const)
}
