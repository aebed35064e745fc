declare module 'semver' {
  /** A version in its parts (Semantic Versioning 2.0.0). */
  export class SemVer {
    readonly version: string
    readonly raw: string
    readonly major: number
    readonly minor: number
    readonly patch: number
    readonly prerelease: readonly (string | number)[]
    readonly build: readonly string[]
  }
  export class Comparator {
    static readonly ANY: unknown
    readonly operator: '' | '=' | '<' | '>' | '<=' | '>='
    readonly semver: SemVer
    readonly value: string
  }
  export class Range {
    constructor(range: string, options?: { includePrerelease?: boolean })
    readonly range: string
    /** One of the lists has to hold; of a list all comparators. */
    readonly set: readonly (readonly Comparator[])[]
    test(version: SemVer): boolean
  }
  type Step = 'major' | 'minor' | 'patch'
  export function parse(version: string): SemVer | null
  export function coerce(version: string, options?: { includePrerelease?: boolean }): SemVer | null
  export function compareBuild(a: SemVer, b: SemVer): -1 | 0 | 1
  export function inc(version: string, step: Step): string | null
  export function minVersion(range: Range): SemVer | null
}
