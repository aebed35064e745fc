/** What `GET /v1/databases` gives. */
export type Databases = {
  readonly build: string | null
  readonly date: string | null
  readonly update_frequency: 'daily' | 'by_hand'
  readonly licences: readonly {
    readonly source: string
    readonly licence: string
    readonly licence_url: string
    readonly attribution: string
    readonly date: string | null
  }[]
  readonly databases: readonly DatabaseInfo[]
}

export type DatabaseInfo = {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly is_free: boolean
  readonly is_subscribed: boolean | null
  readonly usable_until: string | null
  readonly fields: readonly { readonly name: string; readonly type: string; readonly description: string }[]
  readonly nested_fields: readonly string[]
  readonly sample: readonly Readonly<Record<string, unknown>>[]
  readonly formats: readonly FormatInfo[]
}

export type FormatInfo = {
  readonly format: string
  readonly title: string
  readonly state: 'ready' | 'making' | 'waiting' | 'failed' | 'not_made'
  readonly rows_written: number | null
  readonly failure: string | null
  readonly name: string
  readonly file: {
    readonly name: string
    readonly size_bytes: number
    readonly sha256: string
    readonly rows: number | null
    readonly build: string
    readonly date: string
  } | null
  readonly url: string
}

/** What `GET /v1/account/downloads` gives. */
export type History = {
  readonly downloads: readonly {
    readonly name: string
    readonly size_bytes: number
    readonly address: string
    readonly started_at: string
    readonly finished_at: string | null
  }[]
}
