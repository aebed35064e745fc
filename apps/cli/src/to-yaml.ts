import { stringify } from 'yaml'

/** YAML without folded lines that readers of YAML 1.1 read alike: to them the code of Norway is a truth value. */
export const toYaml = (value: unknown): string => stringify(value, { lineWidth: 0, compat: 'yaml-1.1' })
