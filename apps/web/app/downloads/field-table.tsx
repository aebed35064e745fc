import { useText } from '../lang.tsx'
import { downloadsText } from '../text/downloads.ts'
import type { DatabaseInfo } from './databases.ts'
import { FieldRows } from './field-rows.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** Fields of the flat layouts with their meaning, and the paths of the nested one. */
export function FieldTable({ value: { fields, nested_fields: paths } }: { value: DatabaseInfo }) {
  const t = useText()
  return (
    <>
      <ScrollArea label={t(downloadsText.fields)}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t(downloadsText.field)}</th>
              <th scope="col">{t(downloadsText.type)}</th>
              <th scope="col">{t(downloadsText.meaning)}</th>
            </tr>
          </thead>
          <FieldRows fields={fields} />
        </table>
      </ScrollArea>
      <p className="account-note">
        {t(downloadsText.nested)}
        <code>{paths.join('  ')}</code>
      </p>
    </>
  )
}
