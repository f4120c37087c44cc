import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CutDisk } from '../../src/crash/cut-disk.ts';

/** Mounting a disk needs root, and cutting its power a tool, which not every machine has. */
export function canCutPower(): boolean {
  const place = mkdtempSync(path.join(tmpdir(), 'crash-disk-'));
  try {
    using disk = new CutDisk(place);
    disk.cut();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
