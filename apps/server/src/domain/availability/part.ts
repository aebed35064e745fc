/** What is checked of the service, each by itself. */
export const PARTS = ['lookup', 'accounts', 'measurements'] as const
export type Part = (typeof PARTS)[number]

/** `unchecked`: this server does not offer it. */
export type PartState = 'up' | 'failing' | 'unchecked'
export type PartStates = Readonly<Record<Part, PartState>>

/** How often the parts are checked. */
export const CHECK_SECONDS = 15
