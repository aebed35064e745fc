/** Eight bits in two rows: one octet. */
export const Logo = () => (
  <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" className="mark-logo">
    <rect width="26" height="26" rx="7" />
    {[0, 1, 2, 3].map((column) => (
      <g key={column}>
        <circle cx={5.9 + column * 4.74} cy="10" r={column === 0 || column === 3 ? 1.9 : 1.1} />
        <circle cx={5.9 + column * 4.74} cy="16" r={column === 1 || column === 2 ? 1.9 : 1.1} />
      </g>
    ))}
  </svg>
)
