import { definePage } from '../page.ts'
import { PricingPage } from '../pricing/pricing-page.tsx'
import { pricingText } from '../text/pricing.ts'

export default definePage({ title: pricingText.title, description: pricingText.description, Component: PricingPage })
