/** Limits of one call. Every call ends within 10 s, whatever is asked for here. */
export type Limits = { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined }
