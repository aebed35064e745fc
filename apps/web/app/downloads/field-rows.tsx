import type { DatabaseInfo } from './databases.ts'

/** The body of a table of fields: name, type and meaning. */
export const FieldRows = ({ fields }: Pick<DatabaseInfo, 'fields'>) => (
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
)
