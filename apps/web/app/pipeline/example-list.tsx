import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { PIPELINE_EXAMPLES } from './examples.ts'
import type { PipelinePage } from './use-pipeline.ts'

/** Whole pipelines to begin with; a click puts one on the page with its input. */
export function ExampleList({ open, title }: Pick<PipelinePage, 'open'> & { title: Text }) {
  const t = useText()
  return (
    <section>
      <h2>{t(title)}</h2>
      <ul className="examples">
        {PIPELINE_EXAMPLES.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              onClick={() => {
                open({ name: t(example.title), steps: example.steps }, example.text)
                document.querySelector('.pipeline h1')?.scrollIntoView({ block: 'start' })
              }}
            >
              <strong>{t(example.title)}</strong>
              <span className="quiet">{t(example.note)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
