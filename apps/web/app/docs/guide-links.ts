import { guideText } from '../text/guides.ts'

/** The guides in the order of the documentation. */
export const GUIDE_LINKS = [
  { id: 'geolocation', to: '/docs/geolocation', title: guideText.geolocation },
  { id: 'privacy', to: '/docs/privacy', title: guideText.privacy },
  { id: 'asn', to: '/docs/asn', title: guideText.asn },
  { id: 'batch', to: '/docs/batch', title: guideText.batch },
  { id: 'databases', to: '/docs/databases', title: guideText.databases },
  { id: 'clients', to: '/docs/clients', title: guideText.clients },
  { id: 'nginx', to: '/docs/nginx', title: guideText.nginx },
  { id: 'mcp', to: '/docs/mcp', title: guideText.mcp },
] as const
