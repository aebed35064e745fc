import { useText } from '../lang.tsx'
import { downloadsText } from '../text/downloads.ts'
import type { DatabaseInfo } from './databases.ts'

/** Fields of the flat layouts with their meaning, and the paths of the nested one. */
export function FieldTable({ value: { fields, nested_fields: paths } }: { value: DatabaseInfo }) {
  const t = useText()
  return (
    <>
      <div className="table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t(downloadsText.field)}</th>
              <th scope="col">{t(downloadsText.type)}</th>
              <th scope="col">{t(downloadsText.meaning)}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, description }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{type}</td>
                <td>{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="account-note">
        {t(downloadsText.nested)}: <code>{paths.join('  ')}</code>
      </p>
    </>
  )
}
