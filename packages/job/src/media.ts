export { checkMedia, copyMedia, type MediaOf, type RejectedInputs } from './library/job-media.ts';
export {
  causes as mediaCauses,
  type CheckOptions,
  type CopyOptions,
  type CopyProgress,
  type CopyResult,
  type FailedFiles,
  type HostCheck,
  type HostHeaders,
  type MediaCheck,
  type MediaVerification,
  readHostHeaders,
  verifyMedia,
} from '@chatferry/media';
