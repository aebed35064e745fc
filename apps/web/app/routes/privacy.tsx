import { LegalPage } from '../legal/legal-page.tsx'
import { definePage } from '../page.ts'
import { legalText } from '../text/legal.ts'

export default definePage({
  title: legalText.privacyTitle,
  description: legalText.privacyDescription,
  Component: () => <LegalPage title={legalText.privacyTitle} lead={legalText.privacyLead} sections={legalText.privacy} />,
})
