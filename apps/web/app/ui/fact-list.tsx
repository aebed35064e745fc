/** Names with what they stand for, one below the other. */
export const FactList = ({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) => (
  <dl>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
