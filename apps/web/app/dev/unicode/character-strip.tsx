import { useState } from 'react'
import { useText } from '../../lang.tsx'
import { siteText } from '../../text/site.ts'
import { unicodeText } from '../../text/dev-unicode.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toCells, type Cell, type Character, type Finding } from './inspection.ts'

type StripProps = {
  readonly characters: readonly Character[]
  readonly findings: readonly Finding[]
  readonly onTakeOut: () => void
}

/** The text in cells, one for each code point. What is hidden has its number in its place, and a mark. */
export function CharacterStrip({ characters, findings, onTakeOut }: StripProps) {
  const t = useText()
  const [at, setAt] = useState(1)
  const cells = toCells(characters, findings)
  const chosen = cells[at - 1] ?? cells[0]
  return (
    <section className="unicode-part" aria-labelledby="spelled">
      <header className="small-line">
        <h2 id="spelled">{t(unicodeText.spelled)}</h2>
        <span className={findings.length > 0 ? 'found' : 'quiet'}>
          {findings.length > 0 && <Icon name="EyeOff" size={15} />}
          {findings.length > 0 ? t(unicodeText.hidden, { count: findings.length }) : t(unicodeText.noneHidden)}
        </span>
        {findings.length > 0 && (
          <Button kind="ghost" icon="Eraser" onClick={onTakeOut}>
            {t(unicodeText.takeOut)}
          </Button>
        )}
      </header>
      <p className="quiet">{t(unicodeText.spelledHelp)}</p>
      <div className="cells">
        {cells.map((cell) => (
          <button
            key={cell.at}
            type="button"
            className={`${cell.isShown ? '' : 'unseen'} ${cell.finding ? 'found' : ''}`}
            aria-pressed={cell === chosen}
            aria-label={t(siteText.pair, {
              name: t(unicodeText.at, { at: cell.at }),
              value: `${cell.isShown ? `${cell.char} ` : ''}${cell.point} ${cell.name}`,
            })}
            onClick={() => setAt(cell.at)}
          >
            {cell.isShown ? cell.char : cell.point.slice(2)}
          </button>
        ))}
      </div>
      {chosen && <ChosenCell cell={chosen} />}
    </section>
  )
}

function ChosenCell({ cell: { at, char, isShown, point, name, block, category, utf8, finding } }: { cell: Cell }) {
  const t = useText()
  return (
    <div className="chosen-cell" role="status">
      <span className="chosen-sign" aria-hidden="true">
        {isShown ? char : '·'}
      </span>
      <div>
        <p>
          <strong>{point}</strong> {name}
        </p>
        <p className="quiet">
          {t(unicodeText.at, { at })} · {block} · {category} · UTF-8 <code>{utf8}</code>
        </p>
        {finding && <p className="found">{finding.what}</p>}
      </div>
    </div>
  )
}
