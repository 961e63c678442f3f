"""The simulated people's names, as many as a table may have seats."""

from collections.abc import Mapping

NAMES: Mapping[str, tuple[str, ...]] = {
    "ru": (
        "Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар", "Инна", "Кирилл",
        "Лев", "Мария", "Никита", "Ольга", "Павел", "Рита", "Степан", "Таня", "Фёдор", "Юлия",
    ),
    "en": (
        "Anna", "Boris", "Clara", "David", "Emma", "Felix", "Grace", "Henry", "Irene", "Jack",
        "Kate", "Leo", "Mary", "Nick", "Olga", "Peter", "Rita", "Simon", "Tanya", "Victor",
    ),
    "az": (
        "Aysel", "Bəhruz", "Cavid", "Dilarə", "Elçin", "Fidan", "Günel", "Həsən", "İlahə", "Kamran",
        "Leyla", "Murad", "Nigar", "Orxan", "Pəri", "Rəşad", "Səbinə", "Tural", "Ülviyyə", "Zaur",
    ),
}  # fmt: skip
