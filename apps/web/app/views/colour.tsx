import { useText } from '../lang.tsx'
import { ResultTable } from '../result/result-table.tsx'
import { Value } from '../result/value.tsx'
import { siteText } from '../text/site.ts'
import { smallText } from '../text/dev-small.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { copyText } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../state/toast-store.ts'
import '../dev/small.css'

type Output = {
  readonly text: string
  readonly notations: readonly { name: string; value: string }[]
  readonly contrast: number
  readonly passes: Readonly<Record<string, boolean>>
  readonly shades: readonly { step: string; value: string }[]
}

/** The colour itself on its ground, its contrast in words, its shades. */
export function Result({ input, result, card }: ToolState<{ against: string }, Output>) {
  const t = useText()
  if (!result) return null
  const properties = (card.output as Schema).properties ?? {}
  const words = properties.passes?.properties ?? {}
  const copy = async (value: string) => {
    if (await copyText(value, t(siteText.copyFailed))) toast.success(t(siteText.copied))
  }
  return (
    <div className="result">
      <svg className="colour-swatch" role="img" aria-label={t(siteText.pair, { name: t(smallText.swatch), value: result.text })}>
        <rect width="100%" height="100%" fill={input.against} />
        <rect width="33%" height="100%" fill={result.text} />
        <text x="66.5%" y="50%" textAnchor="middle" dominantBaseline="central" fill={result.text}>
          {t(smallText.sample)}
        </text>
      </svg>
      <p className="colour-contrast">
        <strong>
          <Value value={result.text} schema={{}} />
        </strong>
        <span>
          <strong>{result.contrast.toFixed(2)}</strong> : 1 {t(smallText.contrast)}
        </span>
      </p>
      <ul className="colour-passes">
        {Object.entries(result.passes).map(([name, isPassed]) => (
          <li key={name} className={isPassed ? 'yes' : 'no'}>
            <Icon name={isPassed ? 'Check' : 'X'} size={16} />
            <span>
              {t(smallText.contrastRule, {
                rule: words[name]?.label ? t(words[name].label) : name,
                verdict: t(isPassed ? smallText.passes : smallText.fails),
              })}
            </span>
          </li>
        ))}
      </ul>
      <div className="colour-shades">
        {result.shades.map(({ step, value }) => (
          <button key={step} type="button" title={t(siteText.copy)} onClick={() => void copy(value)}>
            <svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width="10" height="10" fill={value} />
            </svg>
            {step} {value}
          </button>
        ))}
      </div>
      <ResultTable schema={unwrap(properties.notations ?? {}).items ?? {}} rows={result.notations} />
    </div>
  )
}
