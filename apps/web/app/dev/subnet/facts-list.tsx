import { Value } from '../../result/value.tsx'

export type Fact = { readonly label: string; readonly value: string; readonly note?: string }

/** Short facts side by side, large; each is copied by a click. */
export const BigFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="big-facts">
    {facts
      .filter(({ value }) => value !== '')
      .map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Value value={value} schema={{}} />
            {note && <span className="quiet">{note}</span>}
          </dd>
        </div>
      ))}
  </dl>
)
