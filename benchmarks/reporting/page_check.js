// Checks the page: returns its faults as a list of lines, and its colours. The body of a function
// that page_test.sh has the browser run.
const wrong = [];
const complain = (what, element) => wrong.push(
    what + (element ? ': <' + element.tagName.toLowerCase() + (element.id ? ' id=' + element.id : '') +
        (element.getAttribute('class') ? ' class=' + element.getAttribute('class') : '') + '> ' +
        element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40) : ''));
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const width = document.documentElement.clientWidth;

// Colours: relative luminance and contrast as WCAG 2.2 defines them.
const parts = colour => colour.match(/[\d.]+/g).map(Number);
const luminance = colour => {
    const [r, g, b] = parts(colour).slice(0, 3).map(
        c => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
};
const background = element => {
    for (; element; element = element.parentElement) {
        const colour = getComputedStyle(element).backgroundColor, alpha = parts(colour)[3];
        if (alpha === undefined || alpha > 0) return colour;
    }
    return 'rgb(255, 255, 255)';
};
const demand = (element, colour, least) => {
    if (!(contrast(colour, background(element)) >= least))
        complain('contrast below ' + least + ':1', element);
};
demand(document.body, getComputedStyle(document.body).color, 7);
const speaks = element => [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim());
all('body *:not(script):not(title)').filter(speaks).forEach(element => {
    const style = getComputedStyle(element);
    demand(element, element.closest('svg') ? style.fill : style.color, 4.5);
});
all('figure svg .line').forEach(line => demand(line, getComputedStyle(line).stroke, 3));

// Sizes. Something that a screen of this width does not show is shown in another shape.
const shown = element => element.checkVisibility();
const beyond = box => box.left < -0.5 || box.right > width + 0.5;
if (document.scrollingElement.scrollWidth > width)
    complain('the page is ' + document.scrollingElement.scrollWidth + ' px wide, the screen ' + width);
all('figure').forEach(figure => {
    const box = figure.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) complain('a figure without size', figure);
    if (beyond(box)) complain('a figure beyond the screen', figure);
    if (!all('svg[role=img]', figure).some(shown)) complain('a figure that shows nothing', figure);
});
all('figure svg').filter(shown).forEach(svg => {
    const box = svg.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) complain('a picture without size', svg);
    if (beyond(box)) complain('a picture beyond the screen', svg);
    const scale = box.width / svg.viewBox.baseVal.width, boxes = [];
    all('text', svg).filter(text => text.textContent).forEach(text => {
        const size = parseFloat(getComputedStyle(text).fontSize) * scale;
        if (!(size >= 9)) complain('text of ' + size.toFixed(1) + ' px in a picture', text);
        const place = text.getBoundingClientRect();
        if (place.left < box.left - 1 || place.right > box.right + 1 || place.top < box.top - 1 ||
            place.bottom > box.bottom + 1)
            complain('text beyond its picture ' + svg.id, text);
        // Lines of text are taller than their letters: a quarter may overlap.
        if (boxes.some(b => place.left < b.right && b.left < place.right &&
                            place.top + place.height / 4 < b.bottom &&
                            b.top + b.height / 4 < place.bottom))
            complain('text over text in ' + svg.id, text);
        boxes.push(place);
    });
});

// A table shows all its columns; on a phone its rows are lists.
all('table').filter(shown).forEach(table => {
    if (table.getBoundingClientRect().right > width + 0.5 || table.scrollWidth > table.clientWidth + 1)
        complain('a table beyond the screen', table);
});

// Every figure can be made again, and its data saved, where there are any beside the page.
const alone = document.querySelectorAll('article').length > 1;
all('figure').forEach(figure => {
    if (!figure.querySelector('pre code')?.textContent.trim()) complain('a figure without command', figure);
    if (!alone && !figure.querySelector('a[download][href*="data/"]')) complain('a figure without data', figure);
});

// Structure.
const ids = new Set();
all('[id]').forEach(element => {
    if (ids.has(element.id)) complain('an id that is not unique', element);
    ids.add(element.id);
});
all('[href^="#"]').forEach(link => {
    if (!ids.has(link.getAttribute('href').slice(1))) complain('a link to nowhere', link);
});
all('th:not([scope])').forEach(cell => complain('a header cell without scope', cell));
all('svg:not([aria-label]):not([aria-hidden])').forEach(svg => complain('a picture without words', svg));
all('table').forEach(table => { if (!table.caption?.textContent.trim()) complain('a table without caption', table); });
let level = 0;
all('h1,h2,h3,h4,h5,h6').forEach(heading => {
    if (+heading.tagName[1] > level + 1) complain('a heading too deep', heading);
    level = +heading.tagName[1];
});
if (!document.querySelector('meta[http-equiv=Content-Security-Policy][content*="default-src \'none\'"]'))
    complain('no policy against loading anything');

return { wrong: [...new Set(wrong)], background: background(document.body),
         height: document.documentElement.scrollHeight };
