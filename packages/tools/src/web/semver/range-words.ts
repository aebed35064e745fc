import type { Text } from '@octet/core/text.ts'
import type { Comparator, Range } from 'semver'

/** What versions a range takes, in words: one of the alternatives has to hold, of each all parts. */
export function toRangeWords({ set }: Range): Text {
  const alternatives = set.map((comparators) => {
    const parts = comparators.map(toWords)
    return { en: parts.map(({ en }) => en).join(' and '), zh: parts.map(({ zh }) => zh).join('，且') }
  })
  return { en: alternatives.map(({ en }) => en).join(', or '), zh: alternatives.map(({ zh }) => zh).join('；或') }
}

function toWords({ operator, semver, value }: Comparator): Text {
  if (value === '') return { en: 'any version', zh: '任意版本' }
  // How the library writes what nothing fits, such as `>*`.
  if (value === '<0.0.0-0') return { en: 'no version', zh: '不含任何版本' }
  const { version } = semver
  if (operator === '>=') return { en: `${version} or newer`, zh: `不低于 ${version}` }
  if (operator === '<=') return { en: `${version} or older`, zh: `不高于 ${version}` }
  if (operator === '>') return { en: `newer than ${version}`, zh: `高于 ${version}` }
  if (operator !== '<') return { en: `exactly ${version}`, zh: `等于 ${version}` }
  // `-0` is the lowest prerelease: the range ends before all of them.
  if (!version.endsWith('-0')) return { en: `older than ${version}`, zh: `低于 ${version}` }
  const whole = version.slice(0, -2)
  return { en: `older than ${whole} and its prereleases`, zh: `低于 ${whole} 及其预发布版` }
}
