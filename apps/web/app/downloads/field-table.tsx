import { useText } from '../lang.tsx'
import { downloadsText } from '../text/downloads.ts'
import type { DatabaseInfo } from './databases.ts'
import { FieldRows } from './field-rows.tsx'

/** Fields of the flat layouts with their meaning, and the paths of the nested one. */
export function FieldTable({ value: { fields, nested_fields: paths } }: { value: DatabaseInfo }) {
  const t = useText()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it sideways */}
      <div className="table-scroll" role="group" aria-label={t(downloadsText.fields)} tabIndex={0}>
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
      </div>
      <p className="account-note">
        {t(downloadsText.nested)}: <code>{paths.join('  ')}</code>
      </p>
    </>
  )
}
