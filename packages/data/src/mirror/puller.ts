import { setPriority } from 'node:os'
import { pullBuild, type PullBuildOptions } from './pull-build.ts'

/** A process of its own that brings the build of another instance here and ends. */
setPriority(10)
try {
  const report = await pullBuild(JSON.parse(process.argv[2] ?? '') as PullBuildOptions)
  process.send?.(report, () => process.exit(0))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
