import type { JsonOutput } from '@octet/tools/format/json/input.ts'
import { useText } from '../../lang.tsx'
import { ResultTable } from '../../result/result-table.tsx'
import { jsonText } from '../../text/dev-json.ts'
import { unwrap, type Schema } from '../../tool/schema.ts'
import { Icon } from '../../ui/icon.tsx'

/** Whether a document fulfils a schema, and what it does not. */
export function SchemaVerdict({ result, schema }: { readonly result: JsonOutput; readonly schema: Schema }) {
  const t = useText()
  const { problems = [], isValid } = result
  const rows = unwrap(schema.properties?.problems ?? {}).items ?? {}
  return (
    <>
      <p className={`schema-verdict ${isValid ? 'ok' : 'bad'}`}>
        <Icon name={isValid ? 'CircleCheck' : 'AlertCircle'} size={18} />
        {isValid ? result.text : t(jsonText.problems, { count: problems.length.toLocaleString('en') })}
      </p>
      {problems.length > 0 && <ResultTable schema={rows} rows={problems} />}
    </>
  )
}
