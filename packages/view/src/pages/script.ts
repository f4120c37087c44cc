/**
 * The whole script of the pages: it shows changes during a run, and `/` goes to the search. Nothing moves or re-sorts
 * while a person reads. Every page works without the script.
 */
export const script: string = `
(() => {
  const url = new URL(document.currentScript.src);
  const events = new EventSource(url.pathname.replace(/script\\.js$/, 'events'));
  let spoken = 0;
  events.onmessage = ({ data }) => {
    const news = JSON.parse(data);
    for (const [id, { text, html }] of Object.entries(news)) {
      const element = document.getElementById(id);
      if (element === null) continue;
      if (html !== undefined) {
        const parsed = new DOMParser().parseFromString('<template>' + html + '</template>', 'text/html');
        element.replaceChildren(...parsed.querySelector('template').content.cloneNode(true).childNodes);
      } else if (element.textContent !== text) {
        // A screen reader speaks the state once a minute at most.
        if (id === 'live-state' && Date.now() - spoken < 60_000) element.setAttribute('aria-live', 'off');
        else if (id === 'live-state') { element.setAttribute('aria-live', 'polite'); spoken = Date.now(); }
        element.textContent = text;
      }
    }
    if (news['live-index']?.text === '100 %' && document.getElementById('live-index') !== null) location.reload();
  };
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    document.getElementById('search').focus();
  });
})();
`;
