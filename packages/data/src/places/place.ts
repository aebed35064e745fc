export type Coordinates = { readonly latitude: number; readonly longitude: number }

/** A country in the tables: where its people live on average, for answers that know no more than the country. */
export type CountryPlace = {
  readonly code: string
  readonly latitude?: number
  readonly longitude?: number
  /** Kilometres that hold two thirds of its places. */
  readonly radiusKm?: number
}

/** A town that is looked for: its region by name or by ISO 3166-2 code, where one is known. */
export type TownQuery = {
  readonly country: string
  readonly name: string
  readonly region?: string | undefined
  readonly regionCode?: string | undefined
}

export type FoundTown = Coordinates & { readonly region: string }
