import type { HashOutput } from '@octet/tools/crypto/hash/hash-all.ts'
import { useText } from '../../lang.tsx'
import { Value } from '../../result/value.tsx'
import { hashText } from '../../text/dev-hash.ts'
import { siteText } from '../../text/site.ts'
import { Icon } from '../../ui/icon.tsx'

/** All digests of one content, each copied by a click. */
export function DigestTable({ output, file }: { output: HashOutput; file?: string }) {
  const t = useText()
  const isSame = (algorithm: string) => output.verdict === 'match' && output.matched?.split(' · ')[0] === algorithm
  const values = t(hashText.values)
  return (
    <table className="digests" aria-label={file === undefined ? values : t(siteText.pair, { name: values, value: file })}>
      <colgroup>
        <col className="digest-name" />
        <col />
      </colgroup>
      <thead className="hidden">
        <tr>
          <th scope="col">{t(hashText.algorithm)}</th>
          <th scope="col">{t(hashText.value)}</th>
        </tr>
      </thead>
      <tbody>
        {output.rows.map(({ algorithm, value, bits }) => (
          <tr key={algorithm} className={isSame(algorithm) ? 'same' : ''}>
            <th scope="row">
              {algorithm} <span className="quiet">{t(hashText.bits, { count: bits })}</span>
            </th>
            <td>
              <Value value={value} schema={{}} />
              {isSame(algorithm) && <Icon name="Check" size={16} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether a content has the sum that was expected, in a word and a sign. */
export function Verdict({ output }: { output: HashOutput | undefined }) {
  const t = useText()
  if (!output?.verdict) return null
  const isSame = output.verdict === 'match'
  return (
    <p className={`verdict ${isSame ? 'match' : 'differs'}`} role="status">
      <Icon name={isSame ? 'Check' : 'X'} />
      {isSame ? (output.matched ? t(hashText.sameAs, { what: output.matched }) : t(hashText.same)) : t(hashText.differs)}
    </p>
  )
}
