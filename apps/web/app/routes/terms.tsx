import { LegalPage } from '../legal/legal-page.tsx'
import { definePage } from '../page.ts'
import { legalText } from '../text/legal.ts'

export default definePage({
  title: legalText.termsTitle,
  description: legalText.termsDescription,
  Component: () => <LegalPage title={legalText.termsTitle} lead={legalText.termsLead} sections={legalText.terms} />,
})
