import { definePage } from '../page.ts'
import { PipelinePage } from '../pipeline/pipeline-page.tsx'
import { pipelineText } from '../text/pipeline.ts'

export default definePage({
  title: pipelineText.title,
  description: pipelineText.description,
  hasSidebar: true,
  Component: PipelinePage,
})
