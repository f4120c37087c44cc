export { PlanCompiler } from './plan-compiler.ts';
