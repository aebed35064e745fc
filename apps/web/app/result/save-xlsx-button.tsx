import { useState } from 'react'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { saveXlsx } from './save-xlsx.ts'
import type { XlsxTable } from './xlsx-file.ts'

/** Saves a table as an Excel workbook; one of many rows takes seconds, and says so. Why it could not stands beside it until the next try. */
export function SaveXlsxButton({ toTable }: { toTable: () => XlsxTable }) {
  const t = useText()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const onClick = async () => {
    setSaving(true)
    setFailure(undefined)
    setFailure(await saveXlsx(toTable()))
    setSaving(false)
  }
  const name = t(isSaving ? toolText.saving : toolText.saveAs, { format: 'XLSX' })
  return (
    <>
      <Button kind="ghost" icon="FileSpreadsheet" aria-label={name} isBusy={isSaving} onClick={() => void onClick()}>
        {isSaving ? name : 'XLSX'}
      </Button>
      {failure && (
        <span className="field-error" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}
