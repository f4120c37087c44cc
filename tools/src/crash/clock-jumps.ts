// Loaded before the importer: sets its time of day back or forward by up to two hours, every tenth of a second.
const { now } = Date;
const HOUR_MS = 3_600_000;
let setBy = 0;

Date.now = () => now() + setBy;
setInterval(() => (setBy = Math.round((Math.random() * 4 - 2) * HOUR_MS)), 100).unref();
